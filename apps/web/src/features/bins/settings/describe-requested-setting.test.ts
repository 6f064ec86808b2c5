import { createInstance } from 'i18next';
import { expect, it } from 'vitest';
import en from '../../../locales/en.json';
import { describeRequestedSetting } from './describe-requested-setting.ts';

const i18n = createInstance();
void i18n.init({ lng: 'en', resources: { en: { translation: en } }, initAsync: false });

it('tells the user to save again if the radio channel command is no longer open', () => {
  const radio = { kind: 'radio', currentValue: 30 } as const;
  const waiting = 'Not confirmed by the board yet. Current value: 30.';
  expect(describeRequestedSetting({ openCommands: ['radio'] }, radio, i18n.t)).toBe(waiting);
  expect(describeRequestedSetting({ openCommands: ['radar'] }, radio, i18n.t)).toBe(
    `${waiting} Save again to resend the change.`,
  );
});
