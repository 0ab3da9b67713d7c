# The viewer's page: bundled from apps/viewer with Node.js into one HTML file that the library carries inside.
# Without Node.js, or without its packages and a network to get them, everything else still builds and the viewer
# commands say what is missing.
option(WEND_VIEWER "Bundle the viewer's page (needs Node.js)" ${PROJECT_IS_TOP_LEVEL})
set(WEND_VIEWER_DIR ${PROJECT_SOURCE_DIR}/apps/viewer)
set(WEND_VIEWER_PAGE "")

# Brings the pinned packages when they are missing or the lock file is newer than they are.
function(wend_viewer_packages result)
  set(installed ${WEND_VIEWER_DIR}/node_modules/.package-lock.json)
  if(EXISTS ${installed} AND NOT ${WEND_VIEWER_DIR}/package-lock.json IS_NEWER_THAN ${installed})
    set(${result} TRUE PARENT_SCOPE)
    return()
  endif()
  message(STATUS "viewer: installing its packages with npm")
  execute_process(COMMAND ${WEND_NPM} ci --no-audit --no-fund WORKING_DIRECTORY ${WEND_VIEWER_DIR}
                  RESULT_VARIABLE failed OUTPUT_VARIABLE log ERROR_VARIABLE log TIMEOUT 300)
  if(failed)
    message(WARNING "viewer: npm ci failed, building without the viewer\n${log}")
    set(${result} FALSE PARENT_SCOPE)
  else()
    set(${result} TRUE PARENT_SCOPE)
  endif()
endfunction()

if(WEND_VIEWER)
  find_program(WEND_NODE NAMES node nodejs)
  find_program(WEND_NPM npm)
  if(WEND_NODE AND WEND_NPM)
    wend_viewer_packages(WEND_VIEWER_READY)
  else()
    message(STATUS "viewer: no Node.js with npm, building without it")
  endif()
endif()

if(WEND_VIEWER_READY)
  set(WEND_VIEWER_PAGE ${PROJECT_BINARY_DIR}/viewer/viewer.html)
  file(GLOB_RECURSE viewer_sources CONFIGURE_DEPENDS ${WEND_VIEWER_DIR}/src/*)
  add_custom_command(
    OUTPUT ${WEND_VIEWER_PAGE}
    COMMAND ${WEND_NODE} build.mjs ${WEND_VIEWER_PAGE}
    WORKING_DIRECTORY ${WEND_VIEWER_DIR}
    DEPENDS ${viewer_sources} ${WEND_VIEWER_DIR}/build.mjs ${WEND_VIEWER_DIR}/package-lock.json
    COMMENT "Bundling the viewer's page"
    VERBATIM)
endif()
