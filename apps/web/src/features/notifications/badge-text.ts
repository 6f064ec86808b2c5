const MOST_SHOWN = 9;

/** What the bell's badge says of so many unread ones; null where there are none. */
export function badgeOf(unread: number): string | null {
  if (unread === 0) return null;
  return unread > MOST_SHOWN ? `${MOST_SHOWN}+` : String(unread);
}
