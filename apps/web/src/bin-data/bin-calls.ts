import { getBinSensor } from '@granary/contract/bins/http';
import { getSensorReading } from '@granary/contract/readings/http';
import { prepareCall } from '../lib/api-request.ts';

// The calls that a bin's page makes first; the page loads no lists.

export const binCall = (id: number) => prepareCall(getBinSensor, { query: { id } });

export const latestReadingCall = (binId: number) =>
  prepareCall(getSensorReading, { query: { bin_sensor_id: binId, page_no: 0 } });
