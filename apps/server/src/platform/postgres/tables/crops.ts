import type { MoistureTable } from '@granary/domain/moisture/table';
import type { ColumnType, GeneratedAlways } from 'kysely';

export interface CropPeriodsTable {
  binId: number;
  cable: number;
  fromAt: Date;
  crop: string | null;
  moistureSource: string | null;
}

export interface CropsTable {
  id: GeneratedAlways<number>;
  name: string;
  createdAt: Date;
  deletedAt: Date | null;
}

export interface CropTablesTable {
  id: GeneratedAlways<number>;
  cropId: number;
  addedAt: Date;
  chart: ColumnType<MoistureTable, string, string>;
}
