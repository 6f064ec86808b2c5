/** The sessions of users, from when their credentials are checked until their connection ends. */
export class LiveSessions<Session extends object, Credential> {
  private readonly byUser = new Map<string, Set<Session>>();
  private readonly users = new Map<Session, string>();
  private readonly credentials = new Map<Session, Credential>();
  private readonly readySessions = new Set<Session>();

  add(username: string, session: Session): void {
    const sessions = this.byUser.get(username) ?? new Set();
    sessions.add(session);
    this.byUser.set(username, sessions);
    this.users.set(session, username);
  }

  /** The session's credentials were accepted; one that has ended meanwhile is not kept. */
  letIn(session: Session, credential: Credential): void {
    if (this.users.has(session)) this.credentials.set(session, credential);
  }

  /** The session was admitted; one that has ended meanwhile is not. */
  markReady(session: Session): void {
    if (this.users.has(session)) this.readySessions.add(session);
  }

  remove(session: Session): void {
    const username = this.users.get(session);
    if (username === undefined) return;
    this.users.delete(session);
    this.credentials.delete(session);
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

  /** All of them, with what they were let in with; null: not yet. */
  all(): { username: string; session: Session; credential: Credential | null }[] {
    return [...this.users].map(([session, username]) => {
      const credential = this.credentials.get(session) ?? null;
      return { username, session, credential };
    });
  }

  /** How many are admitted. */
  get ready(): number {
    return this.readySessions.size;
  }
}
