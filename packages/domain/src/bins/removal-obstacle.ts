/** Why a bin may not yet be deleted, moved to another bin station, or set to have no fan. */
export type RemovalObstacle = 'fan-running' | 'bin-entered';
