/** Server to client: alerts that the user may see changed; to be fetched again. */
export const ALERTS_EVENT = 'alerts';

/** Server to client: the entries behind the user's bell changed; to be fetched again. */
export const NOTIFICATIONS_EVENT = 'notifications';

/** Server to client: someone entered or left a bin that the user may see; lists are to be fetched again. */
export const BIN_ENTRIES_EVENT = 'bin-entries';
