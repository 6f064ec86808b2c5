import { bin, cables, load, unload } from './bins.ts';
import type { DemoFarm } from './farm.ts';

export const reimer: DemoFarm = {
  name: 'Reimer Farm',
  city: 'Rosenort',
  state: 'Manitoba',
  country: 'Canada',
  lat: 49.4441,
  lng: -97.4326,
  timezone: 'America/Winnipeg',
  pricePerKwh: null,
  owner: 'neighbor',
  boards: [
    {
      mainBoardId: 'PG-0502',
      firmware: 'realtime',
      firmwareVersion: '2.12',
      boardType: 'main',
      frequency: 52,
      radioGroup: 2,
      batteryPercent: 91,
      bins: [
        bin({
          binNumber: 1,
          name: 'North',
          crop: 'Hard Red Winter Wheat',
          size: 10_000,
          lat: 49.44428,
          lng: -97.43262,
          loadMethod: 'siloscan max',
          levelSensorEmptyMm: 8_600,
          deadZoneMm: 350,
          loads: [load(404, 8_200, 12.8, 12.4)],
          ambientSensorAttached: true,
          cables: cables(5, 14, 201),
        }),
        bin({
          binNumber: 2,
          name: 'South',
          crop: 'Soybeans',
          size: 6_500,
          lat: 49.44394,
          lng: -97.43262,
          loads: [load(396, 5_400, 12.6, 34.1), unload(130, 1_900, 12.4)],
          fan: null,
          plenumSensorAttached: false,
          cables: cables(4, 12, 211),
        }),
      ],
    },
  ],
};
