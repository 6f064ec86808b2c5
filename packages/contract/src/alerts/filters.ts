/** The alerts that a list contains: open, open and unacknowledged, closed, or all. */
export const alertStates = ['open', 'unacknowledged', 'closed', 'all'] as const;

/** The maximum length of alert search text. */
export const MAX_ALERT_SEARCH_LENGTH = 100;
