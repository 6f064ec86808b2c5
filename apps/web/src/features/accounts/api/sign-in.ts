import {
  acceptInvitation,
  getMyInfo,
  readInvitation,
  setUpAdmin,
  signIn,
  signOut,
} from '@granary/contract/accounts/http';
import { fullName } from '@granary/domain/accounts/full-name';
import { queryOptions } from '@tanstack/react-query';
import { call, type RouteRequest, type RouteResponse } from '../../../lib/api.ts';
import { applyProfileLanguage } from '../../../lib/i18n.ts';
import { currentSession, endSession, startSession, storeUsername } from '../../../lib/session.ts';

type Credentials = RouteRequest<typeof signIn>['body'];
export type FirstAdmin = RouteRequest<typeof setUpAdmin>['body'];

/** How long signing out waits for the server. */
const SIGN_OUT_TIMEOUT_MS = 3_000;

/** Signs in, ends the previous session and stores the new one. */
export async function signInWithPassword(credentials: Credentials): Promise<void> {
  const token = await call(signIn, { body: credentials });
  await endCurrentSession();
  startSession(token);
  await applyProfile();
}

/** The account was created; `signInError` is null when its holder is also signed in. */
export interface SetUpResult {
  readonly signInError: unknown;
}

/** Creates the first admin and signs in. Throws only when the account was not created. */
export async function setUpFirstAdmin(firstAdmin: FirstAdmin): Promise<SetUpResult> {
  await call(setUpAdmin, { body: firstAdmin });
  const { email, password } = firstAdmin;
  return signInWithPassword({ email, password }).then(
    () => ({ signInError: null }),
    (signInError: unknown) => ({ signInError }),
  );
}

/** Whose account an invitation is for. Not cached: it works once. */
export function invitationQuery(token: string) {
  return queryOptions({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => call(readInvitation, { body: { token } }, signal),
    gcTime: 0,
  });
}

/** Sets the first password, ends the previous session of this browser and starts a new one. */
export async function acceptWithPassword(
  accepted: RouteRequest<typeof acceptInvitation>['body'],
): Promise<void> {
  const token = await call(acceptInvitation, { body: accepted });
  await endCurrentSession();
  startSession(token);
  await applyProfile();
}

/** Ends the session on the server if it answers in time, and in this browser always. */
export async function endCurrentSession(): Promise<void> {
  if (currentSession() === null) return;
  // The request is not aborted: on a slow connection it may still arrive.
  const request = call(signOut, {}).catch(() => null);
  await Promise.race([request, new Promise((resolve) => setTimeout(resolve, SIGN_OUT_TIMEOUT_MS))]);
  endSession('signed-out');
}

/**
 * Shows the name and the language of the profile. Signing in succeeds without them: the top bar
 * shows the email address, and the page keeps its language.
 */
async function applyProfile(): Promise<void> {
  const me: RouteResponse<typeof getMyInfo> | null = await call(getMyInfo, {}).catch(() => null);
  if (me === null) return;
  storeUsername(fullName(me));
  await applyProfileLanguage(me.language).catch(() => undefined);
}
