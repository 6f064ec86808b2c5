/**
 * Why the schedule and automatic control start nothing until they are resumed: what someone did at the bin,
 * or a restore of a deleted bin or of a backup: what people did at the bin since is not known.
 */
export const fanHolds = ['switched-on', 'switched-off', 'lockout', 'restore'] as const;
export type FanHold = (typeof fanHolds)[number];
