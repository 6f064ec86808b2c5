/** Valid values for each section of a bin's settings that differ from a new bin's. */
export const sections = {
  general: {
    bin_size: 5000.5,
    read_humidty: true,
    battery_attached: false,
    bin_name: 'North',
    crop_name: 'Canola',
    crop_unit: 'tonnes',
    temp_unit: 'f',
  },
  alerts: {
    temp_alerts_enabled: true,
    temp_alert_threshold: 28.5,
    co2_alerts_enabled: true,
    co2: 900,
    temp_diff_alerts_enabled: false,
    temperature_difference: null,
    time_alerts_enabled: false,
    time_interval: 12,
    minimum_level_sensor_alert_enabled: true,
    minimum_level_sensor: 0,
    maximum_level_sensor_alert_enabled: true,
    maximum_level_sensor: 100,
    humidity_risk_enabled: false,
    co2_risk_enabled: false,
    storage_time_enabled: false,
    warming_risk_enabled: false,
  },
  firmware: {
    bin_firmware_mode: true,
    bin_installation_mode: true,
    bin_number: 10,
    bin_board_type: 'remote',
    bin_firmware_name: 'realtime',
    bin_firmware_version: '2.12',
  },
  inventory: {
    bin_load_manual: 'pressure cable',
    level_sensor_empty: null,
    dead_zone_for_radar: 300,
    radar_height_command_release: true,
    pressure_cables: { Y1: 12, Y2: 0 },
  },
  'fan-settings': {
    fan_attached: true,
    fan_automation: 'automatic',
    fan_on_threshold: 18.25,
    fan_off_threshold: 0,
    min_ambient_temperature: null,
    min_ambient_EMC: 0,
    max_ambient_EMC: 14.5,
    plenum_sensor_attached: true,
    fan_on_speed: 3,
    fan_off_speed: 0.5,
  },
  'cables-mgmt': {
    cable_names: [
      { cable: 1, cable_name: 'Middle', cable_id: 12, bin: 2, flip: true, crop_name: 'Flax' },
      { cable: 2, cable_name: '', cable_id: 11, bin: 1, flip: false, crop_name: null },
      { cable: 8, cable_name: 'Door', cable_id: 254, bin: 8, flip: false, crop_name: null },
    ],
  },
};

/** The confirmation that each section returns when it is saved. */
export const confirmations: Record<keyof typeof sections, string> = {
  general: 'General settings updated successfully!',
  alerts: 'Alerts updated successfully!',
  firmware: 'Firmware settings updated successfully!',
  inventory: 'Inventory settings updated successfully!',
  'fan-settings': 'Fan settings updated successfully!',
  'cables-mgmt': 'Cable management settings updated successfully!',
};
