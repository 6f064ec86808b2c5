/* oxlint-disable oxc/no-barrel-file -- Pages that are loaded together. */

export { ContactsPage } from './contacts-page.tsx';
export { ProfilePage } from './profile-page.tsx';
