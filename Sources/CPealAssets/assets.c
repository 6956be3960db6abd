#include "assets.h"
void peal_assets_stub(void){}
