/** Why a bin may not be deleted or moved to another bin station yet. */
export type RemovalObstacle = 'fan-running' | 'bin-entered';
