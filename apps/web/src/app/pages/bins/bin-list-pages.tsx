/* oxlint-disable oxc/no-barrel-file -- Pages that are loaded together. */

export { FarmBinsPage } from '../farms/farm-bins-page.tsx';
export { FarmMapPage } from '../farms/farm-map-page.tsx';
export { OverviewPage } from './overview-page.tsx';
