import { type Actor, may, type OwnedAct, type Owner } from './access.ts';

/** The settings of a bin that not everybody who may change it may change, and what they take. */
const acts = {
  mainBoardId: 'bin.administer',
  binNumber: 'bin.administer',
  frequency: 'bin.administer',
  radioGroup: 'bin.administer',
  wantedFrequency: 'bin.administer',
  wantedRadioGroup: 'bin.administer',
  boardType: 'bin.administer',
  firmwareName: 'bin.administer',
  firmwareVersion: 'bin.administer',
  firmwareMode: 'bin.administer',
  installationMode: 'bin.install',
  cables: 'bin.install',
  lat: 'bin.install',
  lng: 'bin.install',
} as const satisfies Readonly<Record<string, OwnedAct>>;

/** What changing a setting of a bin takes. */
export function actOfBinField(field: string): OwnedAct {
  return Object.hasOwn(acts, field) ? acts[field as keyof typeof acts] : 'bin.operate';
}

/** Whether the actor may change this setting of a bin of `owner`. */
export function mayChangeBinField(actor: Actor, field: string, owner: Owner): boolean {
  return may(actor, actOfBinField(field), owner);
}
