/* oxlint-disable oxc/no-barrel-file -- Pages that are loaded together. */

export { DashboardPage } from '../accounts/dashboard-page.tsx';
export { OverviewPage } from '../bins/overview-page.tsx';
export { FarmBinsPage } from './farm-bins-page.tsx';
export { FarmListPage } from './farm-list-page.tsx';
export { FarmMapPage } from './farm-map-page.tsx';
