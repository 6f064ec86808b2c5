const MAX_BADGE_COUNT = 9;

/** Formats the number of unread notifications for the badge; null if there are none. */
export function formatBadge(unreadCount: number): string | null {
  if (unreadCount === 0) return null;
  return unreadCount > MAX_BADGE_COUNT ? `${MAX_BADGE_COUNT}+` : String(unreadCount);
}
