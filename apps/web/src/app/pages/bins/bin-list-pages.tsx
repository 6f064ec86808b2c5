export { FarmBinsPage } from '../farms/farm-bins-page.tsx';
export { FarmMapPage } from '../farms/farm-map-page.tsx';
export { OverviewPage } from './overview-page.tsx';
