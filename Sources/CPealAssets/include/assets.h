void peal_assets_stub(void);
