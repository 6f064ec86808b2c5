/** Which alerts a list contains: open ones, open ones that nobody acknowledged, ended ones, or all. */
export const alertStates = ['open', 'unacknowledged', 'closed', 'all'] as const;

/** The maximum length of a text to search alerts for. */
export const MAX_ALERT_SEARCH = 100;
