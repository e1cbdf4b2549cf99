# cmake -DPROGRAM=... -DNAME=solvent -DOUT=... -P manual.cmake
# The manual pages of a program and of its verbs, and its completion, as the program itself prints them.
function(print file)
  execute_process(COMMAND ${PROGRAM} ${ARGN} OUTPUT_FILE ${OUT}/${file} ERROR_VARIABLE error RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    list(JOIN ARGN " " arguments)
    message(FATAL_ERROR "${PROGRAM} ${arguments}: ${status}\n${error}")
  endif()
endfunction()

# As MPI wants it of a program that is started alone.
set(ENV{OMPI_MCA_ess_singleton_isolated} 1)
set(ENV{OMPI_MCA_btl} self)
file(MAKE_DIRECTORY ${OUT}/man1 ${OUT}/bash ${OUT}/zsh)
print(man1/${NAME}.1 --help-as man)
print(bash/${NAME} --help-as bash)
print(zsh/_${NAME} --help-as zsh)
file(READ ${OUT}/man1/${NAME}.1 page)
string(REPLACE "\\-" "-" page "${page}")
string(REGEX MATCHALL "see \\\\fB${NAME}-[a-z]+" verbs "${page}")
foreach(verb IN LISTS verbs)
  string(REGEX REPLACE ".*-" "" verb ${verb})
  print(man1/${NAME}-${verb}.1 ${verb} --help-as man)
endforeach()
