# How every target of the project is made: flags once, one function per kind of target.

find_program(WEND_CCACHE ccache)
if(WEND_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${WEND_CCACHE})
endif()

add_library(wend_flags INTERFACE)
target_compile_features(wend_flags INTERFACE cxx_std_20)
# Contraction to fused multiply-add would make results depend on flags and machines.
target_compile_options(wend_flags INTERFACE -ffp-contract=off)
if(NOT WEND_THREADS)
  target_compile_definitions(wend_flags INTERFACE WEND_SINGLE_THREADED)
endif()

add_library(wend_warnings INTERFACE)
target_compile_options(
  wend_warnings INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow $<$<BOOL:${WEND_WERROR}>:-Werror>
                          # A batch is no main file to g++, which then warns of anonymous namespaces in headers;
                          # and a local name of one file is not in the way of another's.
                          $<$<AND:$<BOOL:${WEND_UNITY}>,$<CXX_COMPILER_ID:GNU>>:-Wno-subobject-linkage>
                          $<$<BOOL:${WEND_UNITY}>:-Wno-shadow>
                          $<$<CXX_COMPILER_ID:Clang>:-Wno-sign-conversion>)

# What the linker can harden costs nothing at run time: no table of addresses stays writable.
add_link_options(-Wl,-z,relro,-z,now)

if(WEND_SANITIZE)
  add_compile_options(-fsanitize=${WEND_SANITIZE} -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${WEND_SANITIZE})
endif()

# What reads what others wrote, where checks cost nothing that can be measured (docs/security.md). Sanitizers check more.
add_library(wend_hardening INTERFACE)
if(NOT WEND_SANITIZE)
  target_compile_options(
    wend_hardening INTERFACE $<$<CONFIG:Release,RelWithDebInfo,MinSizeRel>:-fstack-protector-strong;-U_FORTIFY_SOURCE;-D_FORTIFY_SOURCE=2;-D_GLIBCXX_ASSERTIONS>)
endif()

# wend_module(NAME [HARDENED] [COMPONENT <component>] DEPENDS <modules> PRIVATE <third-party targets>)
# One library per module: sources in src/NAME, public headers in include/wend/NAME. A module without sources is
# an interface library. DEPENDS is the include direction of docs/architecture.md; a test checks it.
function(wend_module name)
  cmake_parse_arguments(ARG "HARDENED" "COMPONENT" "DEPENDS;PRIVATE" ${ARGN})
  if(NOT ARG_COMPONENT)
    set(ARG_COMPONENT core)
  endif()
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${name}/*.cpp ${PROJECT_SOURCE_DIR}/src/${name}/*/*.cpp)
  set(target wend_${name})
  if(sources)
    add_library(${target} STATIC ${sources})
    set(scope PUBLIC)
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src)
    target_link_libraries(${target} PRIVATE ${ARG_PRIVATE} $<BUILD_INTERFACE:wend_warnings>
                                            $<BUILD_INTERFACE:$<$<BOOL:${ARG_HARDENED}>:wend_hardening>>)
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_EXTENSIONS OFF
                                               UNITY_BUILD ${WEND_UNITY} UNITY_BUILD_BATCH_SIZE 12)
  else()
    add_library(${target} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_include_directories(${target} ${scope} $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                                                $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  list(TRANSFORM ARG_DEPENDS PREPEND wend_)
  target_link_libraries(${target} ${scope} wend_flags ${ARG_DEPENDS})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  add_library(wend::${name} ALIAS ${target})
  set_property(GLOBAL APPEND PROPERTY WEND_MODULES_${ARG_COMPONENT} ${name})
endfunction()

# wend_executable(NAME SOURCES <files> LINK <targets>)
function(wend_executable name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  set_target_properties(${name} PROPERTIES CXX_EXTENSIONS OFF)
  target_link_libraries(${name} PRIVATE ${ARG_LINK} wend_flags wend_warnings)
endfunction()
