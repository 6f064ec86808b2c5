/** The providers that an admin chose; the environment overrides them. */
export interface PlaceProvidersTable {
  service: 'maps' | 'geocoder';
  /** A preset, `own` or `none`. */
  provider: string;
  url: string | null;
  key: string | null;
  attribution: string;
  contact: string | null;
  version: number;
  changedAt: Date;
}
