import * as z from 'zod/mini';
import { route } from '../route.ts';
import { id, wireObject } from '../wire.ts';

export const role = z.enum(['admin', 'distributor', 'user']);
export const LANGUAGES = ['en', 'es', 'de', 'ru', 'it'] as const;
export type Language = (typeof LANGUAGES)[number];

const email = z.string().check(z.trim(), z.maxLength(254), z.email());
const password = z.string().check(z.minLength(1), z.maxLength(200));
const name = z.string().check(z.trim(), z.maxLength(100));

/** An account as staff and its holder see it. Its id stands twice, as the product always sent it. */
export const user = wireObject({
  id: ['id', id],
  documentId: ['_id', id],
  firstName: ['first_name', z.string()],
  lastName: ['last_name', z.string()],
  email: ['email', z.string()],
  phone: ['phone', z.string()],
  city: ['city', z.string()],
  state: ['state', z.string()],
  country: ['country', z.string()],
  role: ['role', role],
  distributorId: ['distributor_id', z.nullable(id)],
});

/** A customer in the staff's list, with what stands in their bins. */
export const customer = wireObject({
  id: ['id', id],
  documentId: ['_id', id],
  firstName: ['first_name', z.string()],
  lastName: ['last_name', z.string()],
  email: ['email', z.string()],
  city: ['city', z.string()],
  state: ['state', z.string()],
  country: ['country', z.string()],
  farmCount: ['farm_count', z.int()],
  binCount: ['bin_count', z.int()],
});
export type Customer = z.output<typeof customer>;

/** The signed-in user's own profile. */
export const profile = wireObject({
  id: ['id', id],
  firstName: ['first_name', z.string()],
  lastName: ['last_name', z.string()],
  email: ['email', z.string()],
  role: ['role', role],
  phone: ['phone', z.string()],
  city: ['city', z.string()],
  state: ['state', z.string()],
  country: ['country', z.string()],
  timezone: ['timezone', z.string()],
  language: ['language', z.enum(LANGUAGES)],
});

export const signIn = route('POST', 'user/login', {
  summary: 'Sign in; the answer is a bearer token',
  body: z.object({ email, password, remember: z.optional(z.boolean()) }),
  answer: z.string(),
});

export const signOut = route('POST', 'user/logout', {
  summary: 'End the session that asks, on the server too',
  answer: z.string(),
});

export const getMyInfo = route('GET', 'user/getMyInfo', {
  summary: 'The signed-in user',
  answer: profile,
});

export const getUsersList = route('GET', 'user/getUsersList', {
  summary: 'Customers: all of them for an admin, their own for a distributor',
  answer: z.array(customer),
});

export const getUser = route('GET', 'user/getUser', {
  summary: 'One customer',
  query: z.object({ user_id: id }),
  answer: user,
});

/** Creates the first admin; good only with the link that the first start printed. */
export const setUpAdmin = route('POST', 'user/setUpAdmin', {
  summary: 'Create the first admin with the link of the first start',
  body: wireObject({
    setupToken: ['setup_token', z.string().check(z.minLength(1), z.maxLength(200))],
    email: ['email', email],
    password: ['password', password],
    firstName: ['first_name', name],
    lastName: ['last_name', name],
  }),
  answer: z.string(),
});
