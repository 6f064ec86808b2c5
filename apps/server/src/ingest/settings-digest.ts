import { sql } from 'kysely';

/**
 * A digest of the settings in a row of `bins` that the values under grain depend on: which sensors are under
 * grain, enabled, and compared with each other. The ledger is not part of it. The leading number is the
 * version of the calculation: changing it makes the job recalculate all bins.
 */
export const settingsDigest = sql<string>`md5(concat_ws(';', 2,
  bins.removed_cables, bins.difference_alert_c, bins.load_method, bins.level_sensor_empty_mm,
  bins.dead_zone_mm, bins.pressure_y1, bins.pressure_y2, bins.size, (
    select string_agg(concat_ws(':', cable, position, status), ',' order by cable, position)
    from sensor_statuses where bin_id = bins.id
  ), '/', (
    select string_agg(concat_ws(':', cable, sub_bin, flip), ',' order by cable)
    from cables where bin_id = bins.id
  )))`;
