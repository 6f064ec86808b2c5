import { profile } from '@granary/contract/accounts/http';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { fieldByWireName, fieldOrder, toProfileValues } from './profile-values.ts';

const anneke = z.decode(profile, {
  id: '7',
  first_name: 'Anneke',
  last_name: 'Dueck',
  email: 'a@farm.example',
  role: 'user',
  phone: '1',
  city: 'Elm Creek',
  state: 'MB',
  country: 'Canada',
  timezone: 'America/Winnipeg',
  language: 'en',
  office_address: '',
  working_hours: '',
  preferred_temp_unit: null,
  preferred_crop_unit: null,
  version: 3,
  enable_notifications: true,
  enable_push_notifications: false,
  enable_sms_notifications: false,
  enable_email_notifications: true,
  enable_weekly_email: true,
  quiet_from: '',
  quiet_until: '',
  enable_escalation: true,
});

describe('the profile form', () => {
  it('has every editable field with its wire name', () => {
    expect(Object.keys(toProfileValues(anneke)).sort()).toEqual([...fieldOrder].sort());
    const encoded = z.encode(profile, anneke);
    for (const name of Object.keys(fieldByWireName)) expect(encoded).toHaveProperty(name);
  });

  it("defaults to the browser's time zone if none is saved yet", () => {
    expect(toProfileValues({ ...anneke, timezone: '' }, 'Europe/Berlin').timezone).toBe(
      'Europe/Berlin',
    );
    expect(toProfileValues(anneke, 'Europe/Berlin').timezone).toBe('America/Winnipeg');
  });
});
