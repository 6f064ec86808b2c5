/* oxlint-disable oxc/no-barrel-file -- Pages that are loaded together. */

export { DashboardPage } from '../accounts/dashboard-page.tsx';
export { FarmListPage } from './farm-list-page.tsx';
