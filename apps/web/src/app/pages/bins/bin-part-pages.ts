/* oxlint-disable oxc/no-barrel-file -- Pages that are loaded together. */
export { AddBinPage } from './add-bin-page.tsx';
export { BinCablesPage } from './bin-cables-page.tsx';
export { BinHardwarePage } from './bin-hardware-page.tsx';
export { EditBinPage } from './edit-bin-page.tsx';
export { LoadsPage } from './loads-page.tsx';
