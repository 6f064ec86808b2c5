/** Server to client: alerts visible to the user changed; fetch them again. */
export const ALERTS_EVENT = 'alerts';

/** Server to client: the user's notifications changed; fetch them again. */
export const NOTIFICATIONS_EVENT = 'notifications';

/** Server to client: someone entered or left a bin that the user may see; fetch the lists again. */
export const BIN_ENTRIES_EVENT = 'bin-entries';
