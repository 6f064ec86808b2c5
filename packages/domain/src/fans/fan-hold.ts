/**
 * Why schedule and automatic control start nothing until they are resumed: what someone did at the bin, or
 * a restore, which forgets the entries, holds and lockouts since the backup.
 */
export const fanHolds = ['switched-on', 'switched-off', 'lockout', 'restore'] as const;
export type FanHold = (typeof fanHolds)[number];
