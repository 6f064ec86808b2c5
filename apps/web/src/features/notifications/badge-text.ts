const MAX_SHOWN = 9;

/** The badge for a number of unread notifications; null for none. */
export function formatBadge(unread: number): string | null {
  if (unread === 0) return null;
  return unread > MAX_SHOWN ? `${MAX_SHOWN}+` : String(unread);
}
