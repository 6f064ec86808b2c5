const MAX_SHOWN = 9;

/** What the bell's badge says of so many unread ones; null where there are none. */
export function formatBadge(unread: number): string | null {
  if (unread === 0) return null;
  return unread > MAX_SHOWN ? `${MAX_SHOWN}+` : String(unread);
}
