import { getMyInfo, setUpAdmin, signIn, signOut } from '@granary/contract/accounts/http';
import { type AnswerOf, call, type RequestOf } from '../../../lib/api.ts';
import { currentSession, endSession, startSession, storeUsername } from '../../../lib/session.ts';

type Credentials = RequestOf<typeof signIn>['body'];
export type FirstAdmin = RequestOf<typeof setUpAdmin>['body'];

/** How long signing out waits for the server, ms. */
const PATIENCE_MS = 3_000;

/** Signs in, ends the session that there was, and stores the login data. */
export async function signInWith(credentials: Credentials): Promise<void> {
  const token = await call(signIn, { body: credentials });
  await signOutEverywhere();
  startSession(token);
  await rememberName();
}

/** The account is there; `refusal` is why its holder is not signed in, null where they are. */
export interface SetUp {
  readonly refusal: unknown;
}

/** Creates the first admin, who is then signed in. Throws only where there is no account. */
export async function setUpWith(firstAdmin: FirstAdmin): Promise<SetUp> {
  await call(setUpAdmin, { body: firstAdmin });
  const { email, password } = firstAdmin;
  return signInWith({ email, password }).then(
    () => ({ refusal: null }),
    (refusal: unknown) => ({ refusal }),
  );
}

/** Ends the session on the server, where that answers in time, and here in any case. */
export async function signOutEverywhere(): Promise<void> {
  if (currentSession() === null) return;
  // On a slow line it arrives later, so it is not called off.
  const told = call(signOut, {}).catch(() => null);
  await Promise.race([told, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
  endSession('signed-out');
}

/** Signing in does not fail for want of a name: the top bar has one for that. */
async function rememberName(): Promise<void> {
  const me: AnswerOf<typeof getMyInfo> | null = await call(getMyInfo, {}).catch(() => null);
  if (me !== null) storeUsername(`${me.firstName} ${me.lastName}`.trim());
}
