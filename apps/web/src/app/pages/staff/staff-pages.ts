/* oxlint-disable oxc/no-barrel-file -- Pages that are loaded together. */

export { AddUserPage } from '../accounts/add-user-page.tsx';
export { DistributorUsersPage } from '../accounts/distributor-users-page.tsx';
export { DistributorsPage } from '../accounts/distributors-page.tsx';
export { NotesPage } from '../accounts/notes-page.tsx';
export { BinVisualizerPage } from '../bins/bin-visualizer-page.tsx';
export { AddFarmPage } from '../farms/add-farm-page.tsx';
export { EditFarmPage } from '../farms/edit-farm-page.tsx';
export { AddCropPage } from './add-crop-page.tsx';
export { ChangesPage } from './changes-page.tsx';
export { CropsPage } from './crops-page.tsx';
export { FirmwarePage } from './firmware-page.tsx';
export { RawDataPage } from './raw-data-page.tsx';
export { SearchPage } from './search-page.tsx';
export { UploadFirmwarePage } from './upload-firmware-page.tsx';
