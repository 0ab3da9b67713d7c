#pragma once

// The version of the headers; the build takes it from here.

#define WEND_VERSION_MAJOR 0
#define WEND_VERSION_MINOR 1
#define WEND_VERSION_PATCH 0
