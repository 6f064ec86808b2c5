/** The sessions of users, from when their credentials are checked until their connection ends. */
export class LiveSessions<Session extends object> {
  private readonly byUser = new Map<string, Set<Session>>();
  private readonly users = new Map<Session, string>();
  private readonly readySessions = new Set<Session>();

  add(username: string, session: Session): void {
    const sessions = this.byUser.get(username) ?? new Set();
    sessions.add(session);
    this.byUser.set(username, sessions);
    this.users.set(session, username);
  }

  /** The session was admitted; one that has ended meanwhile is not. */
  markReady(session: Session): void {
    if (this.users.has(session)) this.readySessions.add(session);
  }

  remove(session: Session): void {
    const username = this.users.get(session);
    if (username === undefined) return;
    this.users.delete(session);
    this.readySessions.delete(session);
    const sessions = this.byUser.get(username);
    sessions?.delete(session);
    if (sessions?.size === 0) this.byUser.delete(username);
  }

  usernameOf(session: Session): string | null {
    return this.users.get(session) ?? null;
  }

  /** A copy: ending a session removes it. */
  of(username: string): Session[] {
    return [...(this.byUser.get(username) ?? [])];
  }

  usernames(): string[] {
    return [...this.byUser.keys()];
  }

  /** How many are admitted. */
  get ready(): number {
    return this.readySessions.size;
  }
}
