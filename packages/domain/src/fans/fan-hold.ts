/**
 * Reasons why the schedule and automatic control are on hold until a person resumes them: someone used the
 * switch or locked the fan out at the bin, or a deleted bin or a backup was restored, so nobody knows what
 * has happened at the bin since.
 */
export const fanHolds = ['switched-on', 'switched-off', 'lockout', 'restore'] as const;
export type FanHold = (typeof fanHolds)[number];
