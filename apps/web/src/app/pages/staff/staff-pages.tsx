import { useTranslation } from 'react-i18next';
import { Page } from '../../../components/page.tsx';
import { AddUserForm } from '../../../features/accounts/components/add-user-form.tsx';
import { Visualizer } from '../../../features/visualizer/components/visualizer.tsx';
import { useSession } from '../../../lib/use-session.ts';

export { DistributorUsersPage } from '../accounts/distributor-users-page.tsx';
export { DistributorsPage } from '../accounts/distributors-page.tsx';
export { NotesPage } from '../accounts/notes-page.tsx';
export { AddFarmPage } from '../farms/add-farm-page.tsx';
export { EditFarmPage } from '../farms/edit-farm-page.tsx';
export { ChangesPage } from './changes-page.tsx';
export { AddCropPage, CropsPage } from './crops-page.tsx';
export { FirmwarePage, UploadFirmwarePage } from './firmware-page.tsx';
export { MapsPage } from './maps-page.tsx';
export { RawDataPage } from './raw-data-page.tsx';
export { SearchPage } from './search-page.tsx';
export { SecurityEventsPage } from './security-events-page.tsx';

export function AddUserPage() {
  const { t } = useTranslation();
  const session = useSession();
  if (session === null) return null;
  return (
    <Page title={t('addUser.title')}>
      <AddUserForm role={session.role} />
    </Page>
  );
}

/** Shows what a bin looks like with example readings. */
export function BinVisualizerPage() {
  const { t } = useTranslation();
  return (
    <Page title={t('visualizer.title')}>
      <Visualizer />
    </Page>
  );
}
