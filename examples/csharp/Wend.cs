// wend from C#: the declarations of wend.h. All structs are blittable; ids are single-field structs, which Unity's
// Burst passes by value. A test holds this file against the header.

using System;
using System.Runtime.InteropServices;

namespace Wend
{
    public enum Status
    {
        Ok = 0,
        Partial = 1,
        InProgress = 2,
        Unreachable = 3,
        OutOfBudget = 4,
        OutOfMemory = 5,
        InvalidInput = 6,
        IoError = 7,
        NotAvailable = 8,
    }

    public enum Mode
    {
        Outside = 0,
        Walking = 1,
        Standing = 2,
        Airborne = 3,
        Riding = 4,
        Arrived = 5,
        Held = 6,
    }

    public enum EventKind
    {
        Entered = 0,
        EventArrived = 1,
        EventUnreachable = 2,
        EventBlocked = 3,
        PlanChanged = 4,
        Removed = 5,
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct AgentId
    {
        public ulong Value;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct ObstacleId
    {
        public ulong Value;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct LinkId
    {
        public ulong Value;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct AreaId
    {
        public ulong Value;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct PlatformId
    {
        public ulong Value;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct Point
    {
        public double X;
        public double Y;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct Place
    {
        public double X;
        public double Y;
        public uint Layer;
        public uint Reserved;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct Polygons
    {
        public IntPtr Points;
        public IntPtr Counts;
        public uint Count;
        public uint Reserved;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct WorldDef
    {
        public ulong StructSize;
        public Point Low;
        public Point High;
        public Polygons Walkable;
        public Polygons Blocked;
        public ulong Seed;
        public double TimeStep;
        public double BudgetSeconds;
        public ulong BudgetExpansions;
        public uint Threads;
        public uint Workers;
        public IntPtr RunTasks;
        public IntPtr Host;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct Limits
    {
        public double Radius;
        public double Height;
        public double MaxSpeed;
        public double MaxAcceleration;
        public double MaxTurnRate;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct AgentDef
    {
        public ulong StructSize;
        public Place Place;
        public double Heading;
        public Limits Limits;
        public Place Goal;
        public double GoalRadius;
        public ulong User;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct ObstacleDef
    {
        public ulong StructSize;
        public double X;
        public double Y;
        public double Angle;
        public uint Layer;
        public uint PointCount;
        public IntPtr Points;
        public double Radius;
        public ulong User;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct PathDef
    {
        public ulong StructSize;
        public Place From;
        public Place To;
        public double Radius;
        public double Snap;
        public int IsFast;
        public int Reserved;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct AgentState
    {
        public AgentId Id;
        public ulong User;
        public double X;
        public double Y;
        public double Z;
        public double VelocityX;
        public double VelocityY;
        public double Heading;
        public uint Layer;
        public uint Mode;
        public ulong Reserved;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct Event
    {
        public AgentId Agent;
        public ulong User;
        public uint Kind;
        public uint Reserved;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct PathPoint
    {
        public double X;
        public double Y;
        public double Z;
        public uint Layer;
        public uint Reserved;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct PathInfo
    {
        public double Length;
        public double LowerBound;
        public uint PointCount;
        public uint IsProvenShortest;
    }

    public static class Native
    {
        const string Library = "wend";

        [DllImport(Library)]
        public static extern uint wend_version();

        [DllImport(Library)]
        public static extern uint wend_abi();

        [DllImport(Library)]
        public static extern IntPtr wend_last_error();

        [DllImport(Library)]
        public static extern IntPtr wend_status_name(Status status);

        [DllImport(Library)]
        public static extern WorldDef wend_default_world_def();

        [DllImport(Library)]
        public static extern AgentDef wend_default_agent_def();

        [DllImport(Library)]
        public static extern ObstacleDef wend_default_obstacle_def();

        [DllImport(Library)]
        public static extern PathDef wend_default_path_def();

        [DllImport(Library)]
        public static extern Status wend_world_create(IntPtr def, IntPtr world);

        [DllImport(Library)]
        public static extern Status wend_world_load(IntPtr sceneFile, IntPtr def, IntPtr world);

        [DllImport(Library)]
        public static extern Status wend_world_save(IntPtr world, IntPtr bytes, IntPtr size);

        [DllImport(Library)]
        public static extern Status wend_world_restore(IntPtr bytes, ulong size, IntPtr def, IntPtr world);

        [DllImport(Library)]
        public static extern void wend_world_destroy(IntPtr world);

        [DllImport(Library)]
        public static extern Status wend_world_step(IntPtr world);

        [DllImport(Library)]
        public static extern Status wend_world_advance(IntPtr world, double seconds, uint most, IntPtr steps);

        [DllImport(Library)]
        public static extern double wend_world_time(IntPtr world);

        [DllImport(Library)]
        public static extern Status wend_world_set_budget(IntPtr world, double seconds, ulong expansions);

        [DllImport(Library)]
        public static extern Status wend_world_prepare(IntPtr world, double radius);

        [DllImport(Library)]
        public static extern Status wend_agent_add(IntPtr world, IntPtr def, IntPtr id);

        [DllImport(Library)]
        public static extern Status wend_agent_remove(IntPtr world, AgentId id);

        [DllImport(Library)]
        public static extern Status wend_agent_set_goal(IntPtr world, AgentId id, Place goal, double radius);

        [DllImport(Library)]
        public static extern Status wend_agent_set_paused(IntPtr world, AgentId id, int isPaused);

        [DllImport(Library)]
        public static extern Status wend_agent_set_limits(IntPtr world, AgentId id, IntPtr limits);

        [DllImport(Library)]
        public static extern Status wend_agent_set_position(IntPtr world, AgentId id, Place place, Point velocity, double heading);

        [DllImport(Library)]
        public static extern Status wend_agent_get(IntPtr world, AgentId id, IntPtr state);

        [DllImport(Library)]
        public static extern Status wend_agent_plan(IntPtr world, AgentId id);

        [DllImport(Library)]
        public static extern uint wend_world_agents(IntPtr world, IntPtr states, uint capacity);

        [DllImport(Library)]
        public static extern uint wend_world_positions(IntPtr world, IntPtr xyz, uint capacity);

        [DllImport(Library)]
        public static extern uint wend_world_events(IntPtr world, IntPtr events, uint capacity);

        [DllImport(Library)]
        public static extern Status wend_obstacle_add(IntPtr world, IntPtr def, IntPtr id);

        [DllImport(Library)]
        public static extern Status wend_obstacle_remove(IntPtr world, ObstacleId id);

        [DllImport(Library)]
        public static extern Status wend_obstacle_set_pose(IntPtr world, ObstacleId id, double x, double y, double angle);

        [DllImport(Library)]
        public static extern Status wend_obstacle_move_to(IntPtr world, ObstacleId id, double x, double y, double angle, double seconds);

        [DllImport(Library)]
        public static extern Status wend_link_add(IntPtr world, Place from, Place to, int twoWay, IntPtr id);

        [DllImport(Library)]
        public static extern Status wend_link_set_open(IntPtr world, LinkId id, int isOpen);

        [DllImport(Library)]
        public static extern Status wend_link_remove(IntPtr world, LinkId id);

        [DllImport(Library)]
        public static extern Status wend_area_add(IntPtr world, uint layer, IntPtr points, uint count, double weight, int isForbidden, IntPtr id);

        [DllImport(Library)]
        public static extern Status wend_area_remove(IntPtr world, AreaId id);

        [DllImport(Library)]
        public static extern Status wend_platform_add(IntPtr world, uint layer, IntPtr points, uint count, double x, double y, double angle, IntPtr id);

        [DllImport(Library)]
        public static extern Status wend_platform_remove(IntPtr world, PlatformId id);

        [DllImport(Library)]
        public static extern Status wend_platform_move_to(IntPtr world, PlatformId id, double x, double y, double angle, double seconds);

        [DllImport(Library)]
        public static extern Status wend_query_create(IntPtr world, IntPtr query);

        [DllImport(Library)]
        public static extern void wend_query_destroy(IntPtr query);

        [DllImport(Library)]
        public static extern Status wend_query_path(IntPtr query, IntPtr def, IntPtr points, uint capacity, IntPtr info);

        [DllImport(Library)]
        public static extern Status wend_query_nearest_free(IntPtr query, Place place, double radius, IntPtr found);

        [DllImport(Library)]
        public static extern Status wend_query_random_place(IntPtr query, double radius, ulong seed, IntPtr found);

        [DllImport(Library)]
        public static extern int wend_query_ray(IntPtr query, Place from, Point to, IntPtr end);

        [DllImport(Library)]
        public static extern int wend_query_in_sight(IntPtr query, Place from, Point to, double radius);
    }

    /// What most programs need of it; all else is in Native.
    public sealed class World : IDisposable
    {
        IntPtr world;

        public unsafe World(WorldDef def)
        {
            IntPtr made;
            Check(Native.wend_world_create((IntPtr)(&def), (IntPtr)(&made)));
            world = made;
        }

        public void Step() => Check(Native.wend_world_step(world));
        public double Time => Native.wend_world_time(world);

        public unsafe AgentId Add(AgentDef def)
        {
            AgentId id;
            Check(Native.wend_agent_add(world, (IntPtr)(&def), (IntPtr)(&id)));
            return id;
        }

        /// How many there are; the first ones are put into the array.
        public unsafe int Read(AgentState[] states)
        {
            fixed (AgentState* first = states)
                return (int)Native.wend_world_agents(world, (IntPtr)first, (uint)states.Length);
        }

        public void Dispose()
        {
            Native.wend_world_destroy(world);
            world = IntPtr.Zero;
        }

        static void Check(Status status)
        {
            if (status != Status.Ok)
                throw new InvalidOperationException(Marshal.PtrToStringAnsi(Native.wend_last_error()));
        }
    }
}
