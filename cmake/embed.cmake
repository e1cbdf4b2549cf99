# solvent_embed(TARGET FUNCTION FOLDER): the files of a folder become part of a program, as
# solvent::serve::FUNCTION(). A change there is noticed by the next build; an empty folder, or none, is fine.
#
# Called with -P it writes the source: -DOUTPUT=FILE -DFUNCTION=NAME -DFILES=PATH|PATH|...
if(CMAKE_SCRIPT_MODE_FILE)
  string(REPLACE "|" ";" FILES "${FILES}")
  set(arrays "")
  set(entries "")
  set(count 0)
  foreach(path IN LISTS FILES)
    get_filename_component(name ${path} NAME)
    file(READ ${path} bytes HEX)
    string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "\\\\x\\1" bytes "${bytes}")
    string(REGEX REPLACE "([^\n]+)" "    \"\\1\"" bytes "${bytes}")
    string(APPEND arrays "constexpr char kFile${count}[] =\n${bytes}\n    \"\";\n")
    string(APPEND entries "    {\"${name}\", {kFile${count}, sizeof(kFile${count}) - 1}},\n")
    math(EXPR count "${count} + 1")
  endforeach()
  set(list "  return {};\n")
  if(count GREATER 0)
    set(list "  static constexpr Asset kFiles[] = {\n${entries}  };\n  return kFiles;\n")
  endif()
  file(WRITE ${OUTPUT} "// Written by cmake/embed.cmake.\n#include \"serve/assets.hpp\"\n\n"
    "namespace solvent::serve {\n\nnamespace {\n${arrays}}  // namespace\n\n"
    "std::span<const Asset> ${FUNCTION}() {\n${list}}\n\n}  // namespace solvent::serve\n")
  return()
endif()

set(SOLVENT_EMBED_SCRIPT ${CMAKE_CURRENT_LIST_FILE})
function(solvent_embed target function folder)
  if(EXISTS ${folder})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${folder})  # when files come or go
  endif()
  file(GLOB files ${folder}/*)
  list(FILTER files EXCLUDE REGEX "\\.map$")
  string(REPLACE ";" "|" listed "${files}")  # a list would become several arguments
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${function}.cpp)
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} -DFUNCTION=${function} "-DFILES=${listed}"
      -P ${SOLVENT_EMBED_SCRIPT}
    DEPENDS ${files} ${SOLVENT_EMBED_SCRIPT} VERBATIM)
  # Longer than every compiler has to take; ours do.
  set_source_files_properties(${output} PROPERTIES COMPILE_OPTIONS -Wno-overlength-strings)
  target_sources(${target} PRIVATE ${output})
endfunction()
