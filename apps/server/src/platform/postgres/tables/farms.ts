import type { GeneratedAlways } from 'kysely';
import type { DefaultNow, WithDefault } from './columns.ts';

export interface FarmsTable {
  id: GeneratedAlways<number>;
  ownerId: number;
  name: string;
  city: WithDefault<string>;
  state: WithDefault<string>;
  country: WithDefault<string>;
  lat: number | null;
  lng: number | null;
  timezone: WithDefault<string>;
  ambientSensorAttached: WithDefault<boolean>;
  ambientBinId: number | null;
  /** The price of electricity per kWh, in the farm's currency. */
  pricePerKwh: number | null;
  version: WithDefault<number>;
  searchText: GeneratedAlways<string>;
  createdAt: DefaultNow;
  deletedAt: Date | null;
}
