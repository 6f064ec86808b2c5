import { randomUUID } from 'node:crypto';
import {
  type AccessTableRow,
  createRequest,
  get,
  nextAddress,
  PASSWORD,
  post,
} from './access-requests.ts';
import {
  adminsOnly,
  customerManagement,
  hiddenFromOthers,
  notForDistributors,
  sameForEveryone,
  staffOnly,
} from './expected-statuses.ts';

/** The calls about accounts, notifications and the audit log. */
export const userRows: Readonly<Record<string, AccessTableRow>> = {
  'POST user/login': {
    request: post('user/login', { email: 'login@users.example', password: PASSWORD }),
    expected: sameForEveryone(200),
    statusWithoutSession: 200,
  },
  'POST user/setUpAdmin': {
    request: post('user/setUpAdmin', {
      setup_token: 'guessed',
      email: 'a@users.example',
      password: PASSWORD,
      first_name: '',
      last_name: '',
    }),
    expected: sameForEveryone(403),
    statusWithoutSession: 403,
  },
  // The limits apply per account and per address, so every request uses new ones.
  'POST user/sendResetCode': {
    request: () => ({
      ...post('user/sendResetCode', { email: `${randomUUID()}@users.example` })(),
      remoteAddress: nextAddress(),
    }),
    expected: sameForEveryone(404),
    statusWithoutSession: 404,
  },
  'POST user/resetPassword': {
    request: () => ({
      ...post('user/resetPassword', {
        forget_password_code: 'AAAAAA',
        password: PASSWORD,
        email: 'nobody@users.example',
      })(),
      remoteAddress: nextAddress(),
    }),
    expected: sameForEveryone(422),
    statusWithoutSession: 422,
  },
  'POST user/verifyPassword': {
    request: () => ({
      ...post('user/verifyPassword', { password: 'nobody has this one' })(),
      remoteAddress: nextAddress(),
    }),
    expected: sameForEveryone(422),
  },
  'POST user/invite': {
    // Every account in these tests has a password.
    request: ({ user }) => post('user/invite', { user_id: user })(),
    expected: {
      ...customerManagement,
      distributor: [409, 404, 404, 404],
      admin: [409, 409, 409, 404],
    },
  },
  'POST user/readInvitation': {
    request: post('user/readInvitation', { invitation_token: 'guessed' }),
    expected: sameForEveryone(403),
    statusWithoutSession: 403,
  },
  'POST user/acceptInvitation': {
    request: post('user/acceptInvitation', { invitation_token: 'guessed', password: PASSWORD }),
    expected: sameForEveryone(403),
    statusWithoutSession: 403,
  },
  'GET user/twoFactor': { request: get('user/twoFactor'), expected: sameForEveryone(200) },
  'POST user/beginTwoFactor': {
    request: () => ({
      ...post('user/beginTwoFactor', { password: 'nobody has this one' })(),
      remoteAddress: nextAddress(),
    }),
    expected: sameForEveryone(422),
  },
  'POST user/enableTwoFactor': {
    request: post('user/enableTwoFactor', { code: '000000' }),
    expected: sameForEveryone(422),
  },
  'POST user/recoveryCodes': {
    request: () => ({
      ...post('user/recoveryCodes', { password: 'nobody has this one' })(),
      remoteAddress: nextAddress(),
    }),
    expected: sameForEveryone(422),
  },
  'POST user/disableTwoFactor': {
    request: () => ({
      ...post('user/disableTwoFactor', { password: 'nobody has this one' })(),
      remoteAddress: nextAddress(),
    }),
    expected: sameForEveryone(422),
  },
  'GET user/twoFactorRoles': { request: get('user/twoFactorRoles'), expected: adminsOnly },
  'POST user/twoFactorRoles': {
    request: post('user/twoFactorRoles', { roles: [] }),
    expected: adminsOnly,
  },
  'GET user/sessions': { request: get('user/sessions'), expected: sameForEveryone(200) },
  'POST user/endSession': {
    request: post('user/endSession', { session_id: randomUUID() }),
    expected: sameForEveryone(404),
  },
  'POST user/signOutEverywhere': {
    request: post('user/signOutEverywhere'),
    expected: sameForEveryone(200),
  },
  'POST user/endSessions': {
    request: ({ user }) => post('user/endSessions', { user_id: user })(),
    expected: { ...customerManagement, distributor: [403, 404, 404, 404] },
  },
  'POST user/changePassword': {
    request: () => ({
      ...post('user/changePassword', { old_password: 'nobody has this', password: PASSWORD })(),
      remoteAddress: nextAddress(),
    }),
    expected: sameForEveryone(422),
  },
  'POST user/updateUser': {
    request: post('user/updateUser', {
      first_name: 'First',
      last_name: 'Last',
      phone: '1',
      city: 'C',
      state: 'S',
      country: 'C',
    }),
    expected: sameForEveryone(200),
  },
  'POST user/registerDevice': {
    request: post('user/registerDevice', { token_id: 't', device_type: '' }),
    expected: sameForEveryone(200),
  },
  'GET user/channels': { request: get('user/channels'), expected: notForDistributors(200) },
  'POST user/testChannel': {
    // Nobody has confirmed a phone number.
    request: post('user/testChannel', { channel: 'sms' }),
    expected: notForDistributors(409),
  },
  'GET user/smsNumber': { request: get('user/smsNumber'), expected: notForDistributors(200) },
  'POST user/smsNumber': {
    // The server has no SMS gateway.
    request: post('user/smsNumber', { number: '+12045550100' }),
    expected: notForDistributors(409),
  },
  'POST user/confirmSmsNumber': {
    request: post('user/confirmSmsNumber', { code: '000000' }),
    expected: notForDistributors(422),
  },
  'DELETE user/smsNumber': {
    request: () => createRequest('DELETE', 'user/smsNumber', undefined),
    expected: notForDistributors(200),
  },
  'GET notifications': { request: get('notifications'), expected: sameForEveryone(200) },
  'POST notifications/read': {
    request: post('notifications/read', {}),
    expected: sameForEveryone(200),
  },
  'GET serverHealth': { request: get('serverHealth'), expected: adminsOnly },
  'POST serverHealth/:alertId/acknowledge': {
    // No alert has this ID.
    request: post('serverHealth/1/acknowledge', {}),
    expected: { ...adminsOnly, admin: [404, 404, 404, 404] },
  },
  'GET securityEvents': { request: get('securityEvents'), expected: adminsOnly },
  'GET audit': { request: ({ user }) => get(`audit?user_id=${user}`)(), expected: staffOnly },
  'POST user/addUser': {
    request: () =>
      post('user/addUser', {
        email: `${randomUUID()}@users.example`,
        password: PASSWORD,
        first_name: 'First',
        last_name: 'Last',
      })(),
    expected: staffOnly,
  },
  // The call is refused even for roles that may make it, because the password was not entered recently.
  'DELETE user/deleteUser': {
    request: ({ user }) => createRequest('DELETE', 'user/deleteUser', { user_id: user }),
    expected: {
      ...customerManagement,
      distributor: [403, 404, 404, 404],
      admin: [403, 403, 403, 404],
    },
  },
  'GET user/notes/:userId': {
    request: ({ user }) => get(`user/notes/${user}`)(),
    expected: customerManagement,
  },
  'POST user/notes/:userId': {
    request: ({ user }) => post(`user/notes/${user}`, { admin_notes: '' })(),
    expected: customerManagement,
  },
  'GET user/customerDetails/:userId': {
    request: ({ user }) => get(`user/customerDetails/${user}`)(),
    expected: customerManagement,
  },
  'POST user/customerDetails/:userId': {
    request: ({ user }) => post(`user/customerDetails/${user}`, { phone: '1' })(),
    expected: customerManagement,
  },
  'GET user/getDistributorList': { request: get('user/getDistributorList'), expected: adminsOnly },
  'GET user/getUsersByDistributor/:id': {
    request: ({ distributor }) => get(`user/getUsersByDistributor/${distributor}`)(),
    expected: staffOnly,
  },
  'POST user/assignDistributor': {
    // Every user keeps the same distributor.
    request: ({ user, userDistributor }) =>
      post('user/assignDistributor', { user_id: user, distributor_id: userDistributor })(),
    expected: { ...customerManagement, distributor: [403, 404, 404, 404] },
  },
  'POST user/logout': { request: post('user/logout'), expected: sameForEveryone(200) },
  'GET user/getContacts': { request: get('user/getContacts'), expected: sameForEveryone(200) },
  'GET user/getMyInfo': { request: get('user/getMyInfo'), expected: sameForEveryone(200) },
  'GET user/getUsersList': { request: get('user/getUsersList'), expected: staffOnly },
  'GET user/getUser': {
    request: ({ user }) => ({ url: `/api/user/getUser?user_id=${user}` }),
    expected: hiddenFromOthers,
  },
  'GET user/pushKey': { request: get('user/pushKey'), expected: sameForEveryone(200) },
  'GET user/getCustomerStates': { request: get('user/getCustomerStates'), expected: staffOnly },
  'GET user/getWorstCustomers': {
    request: get('user/getWorstCustomers?first=5'),
    expected: staffOnly,
  },
  'POST user/search': {
    request: post('user/search', { model: 'bins', text: 'bin' }),
    expected: staffOnly,
  },
};
