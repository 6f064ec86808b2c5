/**
 * What pages ask of the server before anything else, by how their paths begin; `{id}` is the number
 * that follows. It is asked for before anything is watched live: whoever takes an answer has to
 * show it in passing, or to read again once it watches.
 */
export const EARLY_CALLS: Readonly<Record<string, readonly string[]>> = {
  '/binsensor/': [
    '/api/board/getBinSensor?id={id}',
    '/api/board/getSensorReading?bin_sensor_id={id}&page_no=0',
  ],
  '/binsensorlist/': [
    '/api/farm/getFarm?farm_id={id}',
    '/api/farm/getAllBins?farm_id={id}&first=20',
  ],
};
