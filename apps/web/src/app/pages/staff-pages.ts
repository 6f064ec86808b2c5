/* oxlint-disable oxc/no-barrel-file -- Pages that are loaded together. */
export { AddCropPage } from './add-crop-page.tsx';
export { AddFarmPage } from './add-farm-page.tsx';
export { AddUserPage } from './add-user-page.tsx';
export { BinVisualizerPage } from './bin-visualizer-page.tsx';
export { ChangesPage } from './changes-page.tsx';
export { CropsPage } from './crops-page.tsx';
export { DistributorUsersPage } from './distributor-users-page.tsx';
export { DistributorsPage } from './distributors-page.tsx';
export { EditFarmPage } from './edit-farm-page.tsx';
export { FirmwarePage } from './firmware-page.tsx';
export { NotesPage } from './notes-page.tsx';
export { RawDataPage } from './raw-data-page.tsx';
export { SearchPage } from './search-page.tsx';
export { UploadFirmwarePage } from './upload-firmware-page.tsx';
