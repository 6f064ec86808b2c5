/** Why a bin may not be deleted, moved to another bin station, or set to have no fan yet. */
export type RemovalObstacle = 'fan-running' | 'bin-entered';
