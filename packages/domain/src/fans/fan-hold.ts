/** What someone did at the bin: schedule and automatic control start nothing until they are resumed. */
export const fanHolds = ['switched-on', 'switched-off', 'lockout'] as const;
export type FanHold = (typeof fanHolds)[number];
