/* oxlint-disable oxc/no-barrel-file -- Pages that are loaded together. */
export { ContactsPage } from './contacts-page.tsx';
export { DashboardPage } from './dashboard-page.tsx';
export { FarmBinsPage } from './farm-bins-page.tsx';
export { FarmListPage } from './farm-list-page.tsx';
export { FarmMapPage } from './farm-map-page.tsx';
export { OverviewPage } from './overview-page.tsx';
export { ProfilePage } from './profile-page.tsx';
