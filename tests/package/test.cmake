# cmake -DBUILD=... -DSOURCE=... -DWORK=... -DCOMPILER=... -P test.cmake
# Installs BUILD below WORK, then configures, builds and runs the consumer against that alone.
function(run)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE status OUTPUT_VARIABLE said ERROR_VARIABLE said)
  if(NOT status EQUAL 0)
    list(JOIN ARGV " " command)
    message(FATAL_ERROR "${command}: ${status}\n${said}")
  endif()
endfunction()

file(REMOVE_RECURSE ${WORK})  # what an older version installed must not help
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix)
foreach(file bin/solvent bin/solvent-check share/man/man1/solvent.1 share/man/man1/solvent-solve.1
    share/man/man1/solvent-check.1 share/bash-completion/completions/solvent
    share/bash-completion/completions/solvent-check share/zsh/vendor-completions/_solvent
    share/solvent/proofs/connect4-7x6.proof share/solvent/trees/minimax.tree share/doc/solvent/copyright)
  if(NOT EXISTS ${WORK}/prefix/${file})
    message(FATAL_ERROR "${file} was not installed")
  endif()
endforeach()
run(${CMAKE_COMMAND} -S ${SOURCE} -B ${WORK}/build -G Ninja -DCMAKE_BUILD_TYPE=Release
    -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_PREFIX_PATH=${WORK}/prefix)
run(${CMAKE_COMMAND} --build ${WORK}/build)
run(${WORK}/build/consumer)

# A game of one's own, from nothing to a checked proof, with nothing but what is installed.
set(bin ${WORK}/prefix/bin)
if(EXISTS ${bin}/solvent)
  file(MAKE_DIRECTORY ${WORK}/game)
  function(run_there)
    run(${CMAKE_COMMAND} -E chdir ${WORK}/game ${ARGV})
  endfunction()
  run_there(${bin}/solvent game new heap)
  run_there(${bin}/solvent game build heap.hpp)
  run_there(${bin}/solvent solve ./heap.so:30 --leaf 0 --proof heap.proof)
  run_there(${bin}/solvent-check --game ./heap.so heap.proof)
  foreach(game domineering dotsandboxes hex)
    if(NOT EXISTS ${WORK}/prefix/share/solvent/examples/${game}.hpp)
      message(FATAL_ERROR "the example ${game} is not installed")
    endif()
  endforeach()
  run(${bin}/solvent solve connect4 44 --store builtin --nodes 1000)
endif()
