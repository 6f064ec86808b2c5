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
import {
  call,
  callForReplacedSession,
  type RouteRequest,
  type RouteResponse,
} from '../../../lib/api.ts';
import { applyProfileLanguage } from '../../../lib/i18n.ts';
import { unsubscribeFromPush } from '../../../lib/push-subscription.ts';
import {
  endSession,
  getCurrentSession,
  startSession,
  storeFullName,
} from '../../../lib/session.ts';

type Credentials = RouteRequest<typeof signIn>['body'];
export type FirstAdmin = RouteRequest<typeof setUpAdmin>['body'];

/** The maximum time that signing out waits for the server. */
const SIGN_OUT_TIMEOUT_MS = 3_000;

/** Signs in, stores the new session and ends the previous one. */
export async function signInWithPassword(credentials: Credentials): Promise<void> {
  await replaceSession(await call(signIn, { body: credentials }));
}

/** The result of creating the account; `signInError` is null if signing in also succeeded. */
export interface SetupResult {
  readonly signInError: unknown;
}

/** Creates the first admin and signs in. Throws only when the account was not created. */
export async function setUpFirstAdmin(firstAdmin: FirstAdmin): Promise<SetupResult> {
  await call(setUpAdmin, { body: firstAdmin });
  const { email, password } = firstAdmin;
  return signInWithPassword({ email, password }).then(
    () => ({ signInError: null }),
    (signInError: unknown) => ({ signInError }),
  );
}

/** The account that an invitation is for. Not cached, because an invitation works only once. */
export function invitationQuery(token: string) {
  return queryOptions({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => call(readInvitation, { body: { token } }, signal),
    gcTime: 0,
  });
}

/** Sets the first password, stores the new session and ends this browser's previous session. */
export async function acceptInvitationWithPassword(
  acceptance: RouteRequest<typeof acceptInvitation>['body'],
): Promise<void> {
  await replaceSession(await call(acceptInvitation, { body: acceptance }));
}

/** Ends the session on the server if it answers in time, and always in this browser. */
export async function endCurrentSession(): Promise<void> {
  if (getCurrentSession() === null) return;
  await waitForSignOut(call(signOut, {}));
  endSession('signed-out');
}

/**
 * Stores the new session before the server ends the previous one, so that other tabs whose previous token is
 * rejected switch to the new session.
 */
async function replaceSession(token: string): Promise<void> {
  const previousSession = getCurrentSession();
  startSession(token);
  if (previousSession !== null && previousSession.token !== token) {
    await waitForSignOut(callForReplacedSession(signOut, {}, previousSession.token));
  }
  await applyProfile();
}

/**
 * Waits at most a few seconds for the sign-out request to succeed or fail, and for the browser's push service
 * to unsubscribe this browser. The server deletes the subscription when the session ends.
 */
async function waitForSignOut(request: Promise<unknown>): Promise<void> {
  // The request is not aborted: on a slow connection it may still arrive.
  const timeout = new Promise((resolve) => setTimeout(resolve, SIGN_OUT_TIMEOUT_MS));
  const pushUnsubscribe = unsubscribeFromPush().catch(() => null);
  await Promise.race([Promise.all([request.catch(() => null), pushUnsubscribe]), timeout]);
}

/**
 * Applies the profile's name and language. Signing in succeeds without them: the top bar then shows the email
 * address, and the page keeps its language.
 */
async function applyProfile(): Promise<void> {
  const me: RouteResponse<typeof getMyInfo> | null = await call(getMyInfo, {}).catch(() => null);
  if (me === null) return;
  storeFullName(fullName(me));
  await applyProfileLanguage(me.language).catch(() => undefined);
}
