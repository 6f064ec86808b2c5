/** The sessions of users, from the check of their credentials until they disconnect. */
export class OpenSessions<Session extends object, Credential> {
  private readonly sessionsByUser = new Map<string, Set<Session>>();
  private readonly users = new Map<Session, string>();
  private readonly credentials = new Map<Session, Credential>();
  private readonly readySessions = new Set<Session>();
  private readonly subscribedSessions = new Set<Session>();

  add(username: string, session: Session): void {
    const sessions = this.sessionsByUser.get(username) ?? new Set();
    sessions.add(session);
    this.sessionsByUser.set(username, sessions);
    this.users.set(session, username);
  }

  /** Stores the credential of a session, unless the session has ended. */
  accept(session: Session, credential: Credential): void {
    if (this.users.has(session)) this.credentials.set(session, credential);
  }

  /** Marks a session as connected, unless it has ended. */
  markReady(session: Session): void {
    if (this.users.has(session)) this.readySessions.add(session);
  }

  /** Marks a session as subscribed, unless it has ended. */
  markSubscribed(session: Session): void {
    if (this.users.has(session)) this.subscribedSessions.add(session);
  }

  /** A user's newest subscribed session; null if there is none. */
  findNewestSubscribed(username: string): Session | null {
    const subscribed = this.findByUser(username).filter((session) =>
      this.subscribedSessions.has(session),
    );
    return subscribed.at(-1) ?? null;
  }

  remove(session: Session): void {
    const username = this.users.get(session);
    if (username === undefined) return;
    this.users.delete(session);
    this.credentials.delete(session);
    this.readySessions.delete(session);
    this.subscribedSessions.delete(session);
    const sessions = this.sessionsByUser.get(username);
    sessions?.delete(session);
    if (sessions?.size === 0) this.sessionsByUser.delete(username);
  }

  findUsername(session: Session): string | null {
    return this.users.get(session) ?? null;
  }

  /** A user's sessions, as a copy, because ending a session removes it. */
  findByUser(username: string): Session[] {
    return [...(this.sessionsByUser.get(username) ?? [])];
  }

  /** The sessions of a user whose credentials were accepted, oldest first. */
  findAcceptedByUser(username: string): Session[] {
    return this.findByUser(username).filter((session) => this.credentials.has(session));
  }

  /** All sessions with their credentials, null until accepted. */
  listAll(): { username: string; session: Session; credential: Credential | null }[] {
    return [...this.users].map(([session, username]) => {
      const credential = this.credentials.get(session) ?? null;
      return { username, session, credential };
    });
  }

  /** The number of connected sessions. */
  get readyCount(): number {
    return this.readySessions.size;
  }
}
