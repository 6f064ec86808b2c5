/** Which alerts a list has: open ones, those of them that nobody acknowledged, ended ones, or all. */
export const alertStates = ['open', 'unacknowledged', 'closed', 'all'] as const;

/** The longest text by which alerts are found. */
export const MAX_ALERT_SEARCH = 100;
