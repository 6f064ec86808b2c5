export { DashboardPage } from '../accounts/dashboard-page.tsx';
export { FarmListPage } from './farm-list-page.tsx';
