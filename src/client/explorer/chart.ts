import { ChartPanel } from './chart/panel.ts'
import type { OpenChart } from './page/chart-box.ts'

// Loaded by the explorer with the first chart.
const scope = globalThis as unknown as { openOwnChart?: OpenChart }
scope.openOwnChart = (app, box) => new ChartPanel(app, box)
